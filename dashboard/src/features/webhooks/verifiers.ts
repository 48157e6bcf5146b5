/**
 * Code that verifies what a receiver of webhooks gets, as it is shown. The service signs with the secret as it stands
 * (docs/webhooks.md): libraries for Standard Webhooks decode it by default, and Python's has no option not to.
 */
export const NODE = `import { Webhook } from 'standardwebhooks';
// raw: the secret is the key as it is, whsec_ included
const webhook = new Webhook(process.env.SHELFWRIGHT_SECRET, { format: 'raw' });
const event = webhook.verify(rawBody, headers); // throws when it is forged or old`;

export const PYTHON = `import base64, hashlib, hmac, time

def verify(secret: str, headers, body: bytes) -> bool:
    timestamp = headers["webhook-timestamp"]
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    signed = f"{headers['webhook-id']}.{timestamp}.".encode() + body
    digest = hmac.new(secret.encode(), signed, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    return hmac.compare_digest(headers["webhook-signature"].encode(), expected)`;
