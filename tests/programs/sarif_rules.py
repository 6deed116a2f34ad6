"""What a SARIF log must be: the normative sentences of SARIF 2.1.0 that concern ours, and what its readers ask for.

`mistakes_of(log)` needs nothing but Python. With Debian's python3-sarif-python-om the log is also read into the classes
of the SARIF object model, which know every member's name and which ones are required. FENCEPOST_SARIF_SCHEMA may name a copy
of sarif-schema-2.1.0.json to validate against as well.
"""

import json
import os
import re
import sys

try:
    import sarif_om
except ImportError:
    sys.path.append("/usr/lib/python3/dist-packages")  # Another interpreter than Debian's may run the tests.
    try:
        import sarif_om
    except ImportError:
        sarif_om = None

# Class of the object model by the member that holds it (or a list of it).
CLASSES = {
    "runs": "Run", "tool": "Tool", "driver": "ToolComponent", "rules": "ReportingDescriptor", "results": "Result",
    "invocations": "Invocation", "message": "Message", "shortDescription": "MultiformatMessageString",
    "fullDescription": "MultiformatMessageString", "help": "MultiformatMessageString", "description": "Message",
    "defaultConfiguration": "ReportingConfiguration", "workingDirectory": "ArtifactLocation",
    "toolExecutionNotifications": "Notification", "toolConfigurationNotifications": "Notification",
    "descriptor": "ReportingDescriptorReference", "locations": "Location", "relatedLocations": "Location",
    "location": "Location", "physicalLocation": "PhysicalLocation", "artifactLocation": "ArtifactLocation",
    "region": "Region", "snippet": "ArtifactContent", "logicalLocations": "LogicalLocation", "codeFlows": "CodeFlow",
    "threadFlows": "ThreadFlow", "stacks": "Stack", "frames": "StackFrame", "suppressions": "Suppression",
}
RELATIVE_URI = re.compile(r"(?:[A-Za-z0-9\-._~/]|%[0-9A-F]{2})+")
ABSOLUTE_URI = re.compile(r"file:///(?:[A-Za-z0-9\-._~/]|%[0-9A-F]{2})*")
LINK = re.compile(r"\[((?:[^\[\]\\]|\\.)*)\]\((\d+)\)")


def objects(node, name=None):
    """Every object in `node` with the member that holds it."""
    if isinstance(node, dict):
        yield name, node
        for key, value in node.items():
            yield from objects(value, key)
    elif isinstance(node, list):
        for value in node:
            yield from objects(value, name)


def of_model(node, class_name):
    """What is wrong with an object and those in it, by the object model's classes."""
    members = {attribute.metadata["schema_property_name"]: attribute.name
               for attribute in getattr(sarif_om, class_name).__attrs_attrs__}
    mistakes = [f"{class_name} has no member '{key}'" for key in node if key not in members]
    try:
        getattr(sarif_om, class_name)(**{members[key]: value for key, value in node.items() if key in members})
    except TypeError as error:
        mistakes.append(f"{class_name}: {error}")
    for key, value in node.items():
        inner = CLASSES.get(key)
        if class_name == "ThreadFlow" and key == "locations":
            inner = "ThreadFlowLocation"
        if inner is None or key in ("properties", "originalUriBaseIds"):
            continue
        for each in value if isinstance(value, list) else [value]:
            mistakes += of_model(each, inner)
    return mistakes


def of_message(message, ids):
    text = message.get("text", "")
    if not text:
        return ["a message without text (3.11.8)"]
    mistakes = []
    if re.sub(r"\{\{|\}\}", "", text).count("{") or re.sub(r"\{\{|\}\}", "", text).count("}"):
        mistakes.append(f"a single brace (3.11.5): {text}")
    for match in LINK.finditer(text):
        if int(match.group(2)) not in ids:
            mistakes.append(f"a link to no related location (3.11.6): {match.group(0)}")
    if re.search(r"\]\(", LINK.sub("", text)):
        mistakes.append(f"what looks like a link and is none: {text}")
    return mistakes


def of_run(run):
    mistakes = []
    rules = run["tool"]["driver"]["rules"]
    bases = run["originalUriBaseIds"]
    if len({rule["id"] for rule in rules}) != len(rules):
        mistakes.append("two rules with one id (3.19.23)")
    for rule in rules:
        for member in ("shortDescription", "fullDescription", "help", "name"):  # Code scanning shows them.
            if not rule.get(member):
                mistakes.append(f"rule {rule['id']} has no {member}")
    for base in bases.values():
        if "uri" in base and not (ABSOLUTE_URI.fullmatch(base["uri"]) and base["uri"].endswith("/")):
            mistakes.append(f"a base that is no absolute URI of a folder (3.14.14): {base['uri']}")
    for name, node in objects(run):
        if name == "artifactLocation":
            if "uriBaseId" in node:
                if node["uriBaseId"] not in bases or not RELATIVE_URI.fullmatch(node["uri"]) or node["uri"].startswith("/"):
                    mistakes.append(f"a wrong relative URI (3.4.3): {node}")
            elif not ABSOLUTE_URI.fullmatch(node["uri"]):
                mistakes.append(f"a wrong absolute URI (3.4.3): {node}")
        elif name == "region":
            columns = node.get("endColumn", 1) - node.get("startColumn", 1)
            if node["startLine"] < 1 or node.get("startColumn", 1) < 1 or columns < 0:
                mistakes.append(f"a wrong region (3.30): {node}")
            if "snippet" in node and len(node["snippet"]["text"]) != columns:
                mistakes.append(f"a snippet that is not the region's text (3.30.13): {node}")
        elif name == "logicalLocations" and "index" in node:
            known = run["logicalLocations"]
            if not 0 <= node["index"] < len(known):
                mistakes.append(f"an index beyond the run's logicalLocations (3.33.3): {node}")
            elif any(known[node["index"]].get(key) != value for key, value in node.items() if key != "index"):
                mistakes.append(f"it differs from the one that its index names (3.33.3): {node}")
        elif name == "threadFlows" and not node["locations"]:
            mistakes.append("a thread flow without locations (3.37.6)")
        elif name == "suppressions" and node["kind"] not in ("inSource", "external"):
            mistakes.append(f"a wrong suppression (3.35.2): {node}")
    for result in run["results"]:
        ids = [location["id"] for location in result.get("relatedLocations", [])]
        if len(set(ids)) != len(ids) or any(number < 0 for number in ids):
            mistakes.append(f"ids of locations that are not unique (3.28.2): {ids}")
        for name, node in objects(result):
            if name == "message":
                mistakes += of_message(node, ids)
        if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
            mistakes.append(f"ruleIndex is of another rule (3.27.6): {result['ruleId']}")
        levels = {"fail": ("warning", "error"), "pass": ("none",), "open": ("none",)}.get(result["kind"], ())
        if result["ruleId"] == "not-run":
            levels = ("note",)
        if result["level"] not in levels:
            mistakes.append(f"a level that the kind does not have (3.27.10): {result['kind']}, {result['level']}")
        if result.get("occurrenceCount", 1) < 1:
            mistakes.append("occurrenceCount is no positive number (3.27.13)")
        for key, value in result.get("partialFingerprints", {}).items():
            if not isinstance(value, str) or not value:
                mistakes.append(f"the fingerprint {key} is no text (3.27.17)")
    return mistakes


def mistakes_of(log):
    if log.get("version") != "2.1.0" or next(iter(log)) != "version":
        return ["'version' is not 2.1.0, or not the first member (3.13.2)"]
    mistakes = of_model(log, "SarifLog") if sarif_om is not None else []
    schema = os.environ.get("FENCEPOST_SARIF_SCHEMA")
    if schema:
        import jsonschema  # pylint: disable=import-outside-toplevel

        with open(schema, encoding="utf-8") as file:
            validator = jsonschema.Draft7Validator(json.load(file))
        mistakes += [error.message for error in validator.iter_errors(log)]
    for run in log["runs"]:
        mistakes += of_run(run)
    return mistakes
