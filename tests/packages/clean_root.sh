# Sourced by clean_*.sh, with `base` set: a clean root file system in $work/root, and commands in it.
#
# base: the root file system of a clean system, which is only read (an overlay takes the changes); without it debootstrap
# makes a Debian 12. Needs root and a mirror; exit status 77 where that is missing.
skip() { echo "skipped: $*"; exit 77; }
((EUID == 0)) || skip "not root"
if [[ -z $base ]]; then command -v debootstrap >/dev/null || skip "debootstrap is not installed"; fi

work=$(mktemp -d)
cleanup() {
  local folder
  for folder in "$work/root/proc" "$work/root/dev" "$work/root" "$work/changes"; do
    ! mountpoint -q "$folder" || umount "$folder"
  done
  rm -rf "$work"
}
trap cleanup EXIT

mkdir -p "$work/root" "$work/changes"
if [[ -z $base ]]; then
  base=$work/base
  debootstrap --variant=minbase bookworm "$base" >"$work/log" || { tail "$work/log"; skip "debootstrap failed"; }
fi
# In memory: an overlay cannot keep its changes on another overlay, which containers have.
mount -t tmpfs tmpfs "$work/changes" || skip "no file system may be mounted"
mkdir "$work/changes/upper" "$work/changes/work"
mount -t overlay overlay -o "lowerdir=$base,upperdir=$work/changes/upper,workdir=$work/changes/work" "$work/root" ||
  skip "no overlay may be mounted"
mount -t proc proc "$work/root/proc"
mount --bind /dev "$work/root/dev"
cp -L /etc/resolv.conf "$work/root/etc/resolv.conf"
mkdir "$work/root/package"

failures=0
# expect STATUS [PATTERN...] -- COMMAND: shows and runs the command; another exit status, or an output without one of the
# extended regular expressions, is a failure.
expect() {
  local wanted=$1 patterns=() status=0 pattern begin=$EPOCHREALTIME
  shift
  while [[ $1 != -- ]]; do patterns+=("$1"); shift; done
  shift
  printf '\n# %s\n' "$*"
  chroot "$work/root" env -i PATH="${path_before:+$path_before:}/usr/sbin:/usr/bin:/sbin:/bin" HOME=/root LC_ALL=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive sh -c "cd /root && $*" </dev/null >"$work/output" 2>&1 || status=$?
  cat "$work/output"
  printf '(%d ms)\n' $(((${EPOCHREALTIME/[.,]/} - ${begin/[.,]/}) / 1000))
  if ((status != wanted)); then
    echo "*** exit status $status, not $wanted"
    failures=$((failures + 1))
  fi
  for pattern in "${patterns[@]}"; do
    grep -qE "$pattern" "$work/output" && continue
    echo "*** '$pattern' is not in the output"
    failures=$((failures + 1))
  done
}

# installs PACKAGE...: the words of apt only if it fails.
installs() { echo "apt-get -qq -y --no-install-recommends install $* >log 2>&1 || { cat log; false; }"; }

all_as_expected() {
  echo
  ((failures == 0)) || { echo "$failures failures"; exit 1; }
  echo "all as expected"
}
