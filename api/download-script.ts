/** The shell script with which clients download a shelf. It has to run wherever there is a POSIX shell, curl and tar. */

/** Returns the script with `apiUrl` as its default. */
export function downloadScript(apiUrl: string): string {
  return SCRIPT.replace('@API_URL@', () => apiUrl.replaceAll("'", `'\\''`));
}

const SCRIPT = String.raw`#!/bin/sh
# Downloads a shelf as a folder of files. Needs curl and tar.
#
#   SHELV_KEY=sk_... SHELF_ID=shf_... [TARGET=./shelf] [SHELV_API_URL=...] sh download.sh
#   sh download.sh --key sk_... --shelf shf_... [--target DIR] [--api URL]
#
# The folder must not exist; it appears whole or not at all.
set -eu
umask 077

fail() {
  printf 'download.sh: %s\n' "$1" >&2
  exit 1
}

usage() {
  printf 'usage: download.sh --key KEY --shelf SHELF_ID [--target DIR] [--api URL]\n'
  printf 'or by environment: SHELV_KEY, SHELF_ID, TARGET (default ./shelf), SHELV_API_URL\n'
}

# member NAME: a text or number member of the JSON object in $work/reply; quotes in a text become single ones
member() {
  tr -d '\n' < "$work/reply" | sed -n -e "s/\\\\\"/'/g" \
    -e 's/.*"'"$1"'"[[:space:]]*:[[:space:]]*"\([^"]*\)".*/\1/p' -e t \
    -e 's/.*"'"$1"'"[[:space:]]*:[[:space:]]*\([^",}]*\).*/\1/p'
}

sha256_of() {
  if command -v sha256sum > /dev/null 2>&1; then
    sha256sum < "$1" | cut -c 1-64
  elif command -v shasum > /dev/null 2>&1; then
    shasum -a 256 < "$1" | cut -c 1-64
  fi
}

# The key goes to curl by a pipe: arguments can be seen by others.
ask() {
  printf 'header = "Authorization: Bearer %s"\n' "$key" |
    curl -sS -K - --connect-timeout 30 --max-time 120 -o "$work/reply" -w '%{http_code}' \
      "$api/v1/shelves/$shelf/archive-url"
}

# Leaves the archive's description in $work/reply.
describe() {
  tries=0
  while :; do
    status=$(ask) || fail "cannot reach $api"
    case $status in
      200) return ;;
      202) ;;
      *) fail "the service answered $status: $(member message)" ;;
    esac
    tries=$((tries + 1))
    [ "$tries" -lt 30 ] || fail 'the archive is still being built, try again later'
    pause=$(member retryAfter)
    case $pause in '' | *[!0-9]*) pause=5 ;; esac
    sleep "$pause"
  done
}

cleanup() {
  rm -rf "$work"
}

main() {
  key=${'$'}{SHELV_KEY:-}
  shelf=${'$'}{SHELF_ID:-}
  target=${'$'}{TARGET:-./shelf}
  api=${'$'}{SHELV_API_URL:-'@API_URL@'}
  while [ $# -gt 0 ]; do
    case $1 in
      --key | --shelf | --target | --api)
        [ $# -ge 2 ] || fail "$1 needs a value"
        case $1 in
          --key) key=$2 ;;
          --shelf) shelf=$2 ;;
          --target) target=$2 ;;
          --api) api=$2 ;;
        esac
        shift 2
        ;;
      -h | --help)
        usage
        exit 0
        ;;
      *)
        usage >&2
        fail "unknown argument: $1"
        ;;
    esac
  done
  [ -n "$key" ] || fail 'no key: set SHELV_KEY or give --key'
  case $key in *[!A-Za-z0-9_.-]*) fail 'the key has characters that no key has' ;; esac
  case $shelf in
    '') fail 'no shelf: set SHELF_ID or give --shelf' ;;
    *[!a-z0-9_]*) fail "not a shelf: $shelf" ;;
  esac
  api=${'$'}{api%/}
  while [ "$target" != / ] && [ "${'$'}{target%/}" != "$target" ]; do target=${'$'}{target%/}; done
  [ -n "$target" ] || fail 'no target'
  case $target in -*) target=./$target ;; esac
  for tool in curl tar; do
    command -v "$tool" > /dev/null 2>&1 || fail "$tool is needed and missing"
  done
  if [ -e "$target" ] || [ -L "$target" ]; then fail "$target exists, it is not overwritten"; fi

  # beside the target, so that the last step is a rename
  work=$target.part.$$
  case $target in */*) mkdir -p "${'$'}{target%/*}/" ;; esac
  mkdir "$work" || fail "cannot write beside $target"
  trap cleanup EXIT
  trap 'exit 1' HUP INT TERM

  describe
  url=$(member url)
  [ -n "$url" ] || fail 'the service gave no address'
  expected=$(member sha256)
  curl -fsS --connect-timeout 30 --speed-limit 1 --speed-time 60 -o "$work/archive.tar.gz" "$url" ||
    fail 'the archive cannot be downloaded'
  actual=$(sha256_of "$work/archive.tar.gz")
  if [ -z "$actual" ]; then
    printf 'download.sh: neither sha256sum nor shasum here, the archive is not checked\n' >&2
  elif [ "$actual" != "$expected" ]; then
    fail 'the archive is damaged: its SHA-256 differs'
  fi
  mkdir "$work/tree"
  # files as the archive has them, readable as other files of this user are
  (umask 022 && tar -xzof "$work/archive.tar.gz" -C "$work/tree") || fail 'the archive cannot be unpacked'
  chmod 755 "$work/tree"
  if [ -e "$target" ] || [ -L "$target" ]; then fail "$target exists, it is not overwritten"; fi
  mv "$work/tree" "$target"
  printf '%s\n' "$target"
}

main "$@"
`;
