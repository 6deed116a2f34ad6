// Making elements. Text goes in as text nodes; nothing here reads markup.
const svgNamespace = 'http://www.w3.org/2000/svg';

/// make('p.note', {title: 'x'}, 'text', child, …). Attributes that are null or false are left out; onclick and its like
/// take functions. Children that are null, false or '' are left out.
function make(name, attributes, ...children) {
  const [tag, ...classes] = name.split('.');
  const element = document.createElement(tag || 'div');
  return filled(element, classes, attributes, children);
}

function makeSvg(name, attributes, ...children) {
  const [tag, ...classes] = name.split('.');
  return filled(document.createElementNS(svgNamespace, tag), classes, attributes, children);
}

function filled(element, classes, attributes, children) {
  if (classes.length) element.setAttribute('class', classes.join(' '));
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') {
      element.addEventListener(key.slice(2), value);
    } else {
      element.setAttribute(key, value === true ? '' : String(value));
    }
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === '') continue;
    element.append(child);  // Strings become text.
  }
}

function replaceChildren(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/// A name that may break after what separates its parts, so that long ones wrap on phones.
function breakable(text) {
  const parts = text.split(/(?<=[/_:,<(])/);
  return parts.flatMap((part, i) => (i === 0 ? [part] : [document.createElement('wbr'), part]));
}

