#!/bin/sh
# A session with a running service, as a new user has it: an account, a PDF with a review, operations at approval, what
# differs between versions, a second PDF, the files on disk. Says what it does; ends with 1 at the first surprise.
#
#   npm start                      # in another terminal
#   sh docs/sessions/review.sh     # in the checkout
#
# BASE_URL, MAIL_DIR (where the service puts its mail), PDF, NEW_PDF and ADMIN (the operator's command) may be set.
set -eu
umask 077

BASE_URL=${BASE_URL:-http://localhost:8080}
MAIL_DIR=${MAIL_DIR:-.data/mail}
PDF=${PDF:-local/sample/lighthouse.pdf}
NEW_PDF=${NEW_PDF:-test/golden/corpus/letter.pdf}
ADMIN=${ADMIN:-npm run -s admin --}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
email="reader-$(date +%s)-$$@example.com"
password='correct horse battery staple'

say() { printf '\n== %s\n' "$1"; }

fail() {
  printf 'SURPRISE: %s\n' "$1" >&2
  if [ -f "$work/reply" ]; then head -c 2000 "$work/reply" >&2; fi
  exit 1
}

# ask STATUS [curl's arguments]: leaves the reply in $work/reply; any other status is a surprise
ask() {
  expected=$1
  shift
  printf '   curl'
  for argument in "$@"; do
    case $argument in
      Authorization:*) argument='Authorization: Bearer $KEY' ;;
      *password*) argument='{... "password": "..."}' ;;
    esac
    printf " '%s'" "$argument"
  done
  printf '\n'
  status=$(curl -sS --connect-timeout 10 --max-time 120 -o "$work/reply" -w '%{http_code}' "$@") || fail 'no answer'
  [ "$status" = "$expected" ] || fail "status $status instead of $expected"
}

# by_session STATUS METHOD PATH [curl's arguments]: as a page of the service asks
by_session() {
  expected=$1 method=$2 path=$3
  shift 3
  ask "$expected" -X "$method" -b "$work/cookies" -c "$work/cookies" -H "Origin: $BASE_URL" "$@" "$BASE_URL$path"
}

# by_key STATUS METHOD PATH [curl's arguments]: as a program asks
by_key() {
  expected=$1 method=$2 path=$3
  shift 3
  ask "$expected" -X "$method" -H "Authorization: Bearer $key" "$@" "$BASE_URL$path"
}

json='Content-Type: application/json'

# member NAME: the first text or number with this name in the reply
member() {
  tr ',{}' '\n\n\n' < "$work/reply" | sed -n 's/^ *"'"$1"'" *: *"\{0,1\}\([^"]*\).*/\1/p' | head -n 1
}

holds() { grep -qF -- "$1" "$work/reply" || fail "the reply has no $1"; }
lacks() { if grep -qF -- "$1" "$work/reply"; then fail "the reply has $1"; fi; }

# follow STATUS: waits until the shelf is there; each read answers when something has changed
follow() {
  tries=0
  while :; do
    by_key 200 GET "/v1/shelves/$shelf?wait=20" > /dev/null
    now=$(member status)
    if [ "$now" = "$1" ]; then break; fi
    case $now in
      uploading | parsing | structuring | verifying) ;;
      *) fail "the shelf is in $now instead of $1" ;;
    esac
    tries=$((tries + 1))
    [ "$tries" -lt 60 ] || fail "the shelf does not come to $1"
  done
  printf '   the shelf is in %s\n' "$now"
}

say 'An account: register, then the code from the e-mail'
ask 201 -H "$json" -d "{\"email\":\"$email\",\"name\":\"A Reader\",\"password\":\"$password\"}" "$BASE_URL/v1/auth/register"
tries=0
until mail=$(grep -l "$email" "$MAIL_DIR"/*.eml 2> /dev/null); do
  tries=$((tries + 1))
  [ "$tries" -lt 30 ] || fail "no mail to $email in $MAIL_DIR"
  sleep 1
done
code=$(tr -d '\r' < "$mail" | sed '1,/^$/d' | sed -n 's/^\(.*[^0-9]\)\{0,1\}\([0-9]\{6\}\)\([^0-9].*\)\{0,1\}$/\2/p' | head -n 1)
ask 200 -H "$json" -d "{\"email\":\"$email\",\"code\":\"$code\"}" "$BASE_URL/v1/auth/verify-email"
key=$(member key)

say 'A session: what asks for a review are people, so an upload by key goes straight through'
by_key 400 POST /v1/shelves -F review=true -F "file=@$PDF"
holds '"reason":"deprecated"'
by_session 200 POST /api/auth/login -H "$json" -d "{\"email\":\"$email\",\"password\":\"$password\"}"

say 'A shelf with a review'
by_session 201 POST /v1/shelves -F "file=@$PDF" -F name=Session -F review=true
shelf=$(member publicId)
follow review

say 'The draft: its paths in reading order, and its map'
by_session 200 GET "/v1/shelves/$shelf/listing"
paths=$(tr ',[]' '\n' < "$work/reply" | sed -n 's/^ *"\([^"]*\.md\)"[}]*$/\1/p' | sed '/^README\.md$/d')
first=$(printf '%s\n' "$paths" | head -n 1)
last=$(printf '%s\n' "$paths" | tail -n 1)
[ "$first" != "$last" ] || fail 'the shelf has but one content file'
printf '   first: %s, last: %s\n' "$first" "$last"
by_session 200 GET "/v1/shelves/$shelf/files/README.md"
holds "($first)"
by_session 409 GET "/v1/shelves/$shelf/versions"

say 'Operations that cannot be done change nothing'
by_session 400 POST "/v1/shelves/$shelf/approve" -H "$json" \
  -d "{\"operations\":[{\"type\":\"delete\",\"path\":\"$last\"},{\"type\":\"rename\",\"from\":\"$first\",\"to\":\"README.md\"}]}"
holds '"index":1'
holds '"reason":"target_exists"'
by_session 200 GET "/v1/shelves/$shelf/listing"
holds "\"$last\""

say 'Approval with operations; the same key gets the same answer'
operations="{\"operations\":[{\"type\":\"mkdir\",\"path\":\"opening\"},{\"type\":\"rename\",\"from\":\"$first\",\"to\":\"opening/$first\"},{\"type\":\"delete\",\"path\":\"$last\"},{\"type\":\"write\",\"path\":\"99-note.md\",\"content\":\"# A note\n\nSee [the opening](opening/$first).\n\"}]}"
by_session 200 POST "/v1/shelves/$shelf/approve" -H "$json" -H "Idempotency-Key: $$-approve" -d "$operations"
holds '"status":"ready"'
by_session 200 POST "/v1/shelves/$shelf/approve" -H "$json" -H "Idempotency-Key: $$-approve" -d "$operations"
by_session 409 POST "/v1/shelves/$shelf/approve"

say 'Two versions: as reviewed, and as approved'
by_key 200 GET "/v1/shelves/$shelf/versions"
holds '"total":2'
holds '"source":"approval"'
holds '"source":"initial"'
by_key 200 GET "/v1/shelves/$shelf/versions/1/files/$first"
by_key 404 GET "/v1/shelves/$shelf/versions/2/files/$first"
by_key 200 GET "/v1/shelves/$shelf/versions/2/files/opening/$first"
by_key 200 GET "/v1/shelves/$shelf/files/README.md"
holds "(opening/$first)"
holds '(99-note.md)'
lacks "($last)"
by_key 200 GET "/v1/shelves/$shelf/files/metadata.json"
holds '"99-note.md"'
by_key 200 GET "/v1/shelves/$shelf/diff?from=1&to=2"
holds '"path":"99-note.md","status":"added"'
holds "\"path\":\"$last\",\"status\":\"removed\""

say 'A second PDF needs a subscription, which an operator grants'
by_key 402 POST "/v1/shelves/$shelf/upload" -F "file=@$NEW_PDF"
printf '   %s subscription grant %s\n' "$ADMIN" "$email"
$ADMIN subscription grant "$email" > "$work/reply" 2>&1 || fail 'the subscription was not granted'
by_key 200 POST "/v1/shelves/$shelf/upload" -F "file=@$NEW_PDF"
follow review
by_session 200 POST "/v1/shelves/$shelf/approve"
holds '"currentVersionNumber":3'
by_key 200 GET "/v1/shelves/$shelf/versions?limit=1"
holds '"source":"upload"'

say 'The files on disk'
by_key 200 GET "/v1/shelves/$shelf/listing"
count=$(member fileCount)
printf '   curl %s/v1/helpers/download.sh | SHELV_KEY=$KEY SHELF_ID=%s sh\n' "$BASE_URL" "$shelf"
curl -sS --max-time 60 "$BASE_URL/v1/helpers/download.sh" > "$work/download.sh"
SHELV_KEY=$key SHELF_ID=$shelf TARGET=$work/shelf SHELV_API_URL=$BASE_URL sh "$work/download.sh" || fail 'no download'
found=$(find "$work/shelf" -type f | wc -l)
[ "$found" -eq "$count" ] || fail "$found files instead of $count"

say 'Signed out: the cookie opens nothing any more, the key does'
cp "$work/cookies" "$work/kept"
by_session 200 POST /api/auth/logout
ask 401 -b "$work/kept" "$BASE_URL/v1/shelves/$shelf"
by_key 200 GET "/v1/shelves/$shelf"
printf '\nAll as expected.\n'
