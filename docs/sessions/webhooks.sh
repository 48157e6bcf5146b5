#!/bin/sh
# A session with webhooks, as a new user has it: a receiver, an endpoint, a ping, the event of a shelf, the history, a new
# secret, a receiver that is away for a moment, and the end. Says what it does; ends with 1 at the first surprise.
#
#   npm start                        # in another terminal
#   sh docs/sessions/webhooks.sh     # in the checkout
#
# BASE_URL, KEY (an API key; else the one that npm start has made), PDF and NODE may be set.
set -eu
umask 077

BASE_URL=${BASE_URL:-http://localhost:8080}
NODE=${NODE:-node}
KEY=${KEY:-$("$NODE" -p "require('./.data/connection.json').apiKey")}
PDF=${PDF:-local/sample/lighthouse.pdf}

work=$(mktemp -d)
receiver=
finish() {
  if [ -n "$receiver" ]; then kill "$receiver" 2> /dev/null || true; fi
  rm -rf "$work"
}
trap finish EXIT

say() { printf '\n== %s\n' "$1"; }

fail() {
  printf 'SURPRISE: %s\n' "$1" >&2
  if [ -f "$work/reply" ]; then sed 's/whsec_[^"]*/whsec_.../' "$work/reply" | head -c 2000 >&2; fi
  exit 1
}

# ask STATUS METHOD PATH [curl's arguments]: leaves the reply in $work/reply; any other status is a surprise
ask() {
  expected=$1 method=$2 path=$3
  shift 3
  printf "   curl -X %s -H 'Authorization: Bearer \$KEY'" "$method"
  for argument in "$@"; do printf " '%s'" "$argument"; done
  printf " '%s'\n" "$BASE_URL$path"
  status=$(curl -sS --connect-timeout 10 --max-time 120 -o "$work/reply" -w '%{http_code}' \
    -X "$method" -H "Authorization: Bearer $KEY" "$@" "$BASE_URL$path") || fail 'no answer'
  [ "$status" = "$expected" ] || fail "status $status instead of $expected"
}

json='Content-Type: application/json'

# member NAME: the first text or number with this name in the reply
member() {
  tr ',{}' '\n\n\n' < "$work/reply" | sed -n 's/^ *"'"$1"'" *: *"\{0,1\}\([^"]*\).*/\1/p' | head -n 1
}

holds() { grep -qF -- "$1" "$work/reply" || fail "the reply has no $1"; }

# soon WHAT COMMAND...: waits until the command succeeds
soon() {
  what=$1
  shift
  tries=0
  until "$@"; do
    tries=$((tries + 1))
    [ "$tries" -lt 90 ] || fail "$what"
    sleep 1
  done
}

# arrived NUMBER EVENT ATTEMPT: whether this request has come, signed with the secret that counts
arrived() { grep -q "^$1 signed $2 attempt $3\$" "$work/received" 2> /dev/null; }

# at_rest STATUS: whether the delivery is there
at_rest() {
  ask 200 GET "/v1/webhooks/$webhook/deliveries/$delivery" > /dev/null
  grep -qF "\"status\":\"$1\"" "$work/reply"
}

cat > "$work/receiver.mjs" << 'END'
// Verifies what comes and writes a line for it; answers 503 while there is a file named "away".
import { createHmac, timingSafeEqual } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

function isSigned(headers, body) {
  const [version, signature] = headers['webhook-signature'].split(',');
  const fresh = Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp'])) <= 300;
  const expected = createHmac('sha256', readFileSync('secret', 'utf8')) // the secret as it stands, not decoded
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`)
    .update(body) // the bytes as they came, before anything reads them
    .digest();
  const given = Buffer.from(signature, 'base64');
  return version === 'v1' && fresh && given.length === expected.length && timingSafeEqual(given, expected);
}

let count = 0;
const server = createServer(async (request, response) => {
  const body = await buffer(request);
  const signed = isSigned(request.headers, body) ? 'signed' : 'NOT SIGNED';
  const { event } = JSON.parse(body);
  appendFileSync('received', `${(count += 1)} ${signed} ${event} attempt ${request.headers['webhook-attempt']}\n`);
  response.writeHead(existsSync('away') ? 503 : 204).end();
});
server.listen(0, '127.0.0.1', () => writeFileSync('port', String(server.address().port)));
END

say 'A receiver, on this machine'
(cd "$work" && exec "$NODE" receiver.mjs) &
receiver=$!
soon 'the receiver does not start' [ -s "$work/port" ]
url=http://localhost:$(cat "$work/port")/hooks

say 'An endpoint; its secret is shown this once'
ask 201 POST /v1/webhooks -H "$json" -d "{\"url\":\"$url\",\"events\":[\"shelf.ready\",\"shelf.failed\"]}"
webhook=$(member publicId)
member secret | tr -d '\n' > "$work/secret"
ask 400 POST /v1/webhooks -H "$json" -d '{"url":"http://example.com/","events":["shelf.ready"]}'
holds 'Webhook URL must use https://'

say 'A ping'
ask 202 POST "/v1/webhooks/$webhook/ping"
delivery=$(member publicId)
soon 'no ping arrives, or it is not signed' arrived 1 webhook.ping 1
soon 'the ping is not recorded' at_rest succeeded

say 'A shelf is ready'
ask 201 POST /v1/shelves -F "file=@$PDF" -F name=Webhooks
shelf=$(member publicId)
soon 'no shelf.ready arrives, or it is not signed' arrived 2 shelf.ready 1

say 'The history: the latest first, each with its attempts'
ask 200 GET "/v1/webhooks/$webhook/deliveries"
holds '"total":2'
holds "\"shelfPublicId\":\"$shelf\""
delivery=$(member publicId)
soon 'the delivery is not recorded' at_rest succeeded
ask 200 GET "/v1/webhooks/$webhook/deliveries/$delivery"
holds '"statusCode":204'

say 'A new secret: the next request is signed with it'
ask 200 POST "/v1/webhooks/$webhook/rotate-secret"
member secret | tr -d '\n' > "$work/secret"

say 'A receiver that is away: what it missed is sent again after five seconds'
touch "$work/away"
ask 202 POST "/v1/webhooks/$webhook/deliveries/$delivery/redeliver"
soon 'nothing arrives, or it is not signed with the new secret' arrived 3 shelf.ready 2
ask 409 POST "/v1/webhooks/$webhook/deliveries/$delivery/redeliver"
holds '"reason":"pending"'
rm "$work/away"
soon 'it is not sent again' arrived 4 shelf.ready 3
soon 'the delivery is not recorded' at_rest succeeded

say 'Disabled, nothing is sent; what happens meanwhile can be recovered'
ask 200 PATCH "/v1/webhooks/$webhook" -H "$json" -d '{"enabled":false}'
holds '"disabledReason":"by_owner"'
since=$(date -u +%Y-%m-%dT%H:%M:%SZ)
ask 201 POST /v1/shelves -F "file=@$PDF" -F name=Missed
missed=$(member publicId)
shelf_is_ready() {
  ask 200 GET "/v1/shelves/$missed?wait=10" > /dev/null
  holds_ready=$(member status)
  [ "$holds_ready" = ready ]
}
soon 'the shelf does not become ready' shelf_is_ready
ask 200 GET "/v1/webhooks/$webhook/deliveries?status=failed"
holds "\"shelfPublicId\":\"$missed\""
ask 200 PATCH "/v1/webhooks/$webhook" -H "$json" -d '{"enabled":true}'
ask 202 POST "/v1/webhooks/$webhook/recover" -H "$json" -d "{\"since\":\"$since\"}"
holds '"deliveries":1'
soon 'what was missed does not arrive' arrived 5 shelf.ready 1

say 'The end'
ask 200 DELETE "/v1/webhooks/$webhook"
ask 404 GET "/v1/webhooks/$webhook"
sed 's/^/   /' "$work/received"
printf '\nAll as expected.\n'
