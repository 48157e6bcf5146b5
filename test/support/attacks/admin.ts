import { randomBytes } from 'node:crypto';
import { sealAdminBody } from '../../../infra/storage-admin.js';
import { asTheyStand, bySession, type Attack, type Attacks, type Victim } from './attack.js';
import { send, signed, type Header, type WireRequest } from '../s3-wire.js';

export const ADMIN: Attack[] = bySession([
  ...[
    ['GET', 'info'],
    ['GET', 'list-users'],
    ['GET', 'list-canned-policies'],
    ['GET', 'export-iam'],
    ['GET', 'datausageinfo'],
    ['GET', 'top/locks'],
    ['POST', 'service?action=stop'],
    ['GET', 'config'],
    ['GET', 'inspect-data?volume=shelfwright&file=users/**/xl.meta'],
  ].map(([method = '', path = '']): Attacks[number] => {
    const [name, query] = path.split('?');
    return [
      `admin ${path}`,
      () => ({ method, path: `/minio/admin/v3/${name}`, ...(query !== undefined && { query }) }),
    ];
  }),
  // what an account is told of itself: its own rights, and no keys
  ['admin accountinfo', () => ({ path: '/minio/admin/v3/accountinfo' }), 'own'],
  ['admin list-service-accounts', () => ({ path: '/minio/admin/v3/list-service-accounts' }), 'own'],
  ['admin add-service-account', (v) => serviceAccount(v)],
  ['admin add-service-account of the parent', (v) => serviceAccount(v, v.ids.issuer)],
  [
    'admin add-user',
    (v) => ({
      method: 'PUT',
      path: '/minio/admin/v3/add-user',
      query: 'accessKey=mallory',
      body: sealAdminBody(v.session.secretKey, Buffer.from('{"secretKey":"mallory-mallory","status":"enabled"}')),
    }),
  ],
  ['metrics of the server', () => ({ path: '/minio/v2/metrics/cluster' })],
  ['the key server', () => ({ path: '/minio/kms/v1/status' })],
  ['prometheus with a climb', (v) => ({ path: `/${v.bucket}/../minio/admin/v3/info` })],
]);

function serviceAccount(victim: Victim, targetUser?: string): WireRequest {
  const wanted = { accessKey: randomBytes(10).toString('hex'), secretKey: randomBytes(20).toString('hex'), targetUser };
  const body = sealAdminBody(victim.session.secretKey, Buffer.from(JSON.stringify(wanted)));
  return { method: 'PUT', path: '/minio/admin/v3/add-service-account', body };
}

const ASSUME = 'Action=AssumeRole&Version=2011-06-15&DurationSeconds=604800';
const FORM: Header = ['Content-Type', 'application/x-www-form-urlencoded'];
export const STS: Attack[] = [
  {
    name: 'further credentials by the session',
    store: 'refused',
    send: (v) =>
      send(
        v.origin,
        signed(v.origin, v.session, { method: 'POST', path: '/', headers: [FORM], body: ASSUME }, { service: 'sts' }),
      ),
  },
  ...asTheyStand([
    [
      'credentials by a token',
      () => ({
        method: 'POST',
        path: '/',
        query: 'Action=AssumeRoleWithWebIdentity&Version=2011-06-15&WebIdentityToken=x',
      }),
    ],
    [
      'credentials by a certificate',
      () => ({ method: 'POST', path: '/', query: 'Action=AssumeRoleWithCertificate&Version=2011-06-15' }),
    ],
    [
      'credentials by LDAP',
      () => ({
        method: 'POST',
        path: '/',
        query: 'Action=AssumeRoleWithLDAPIdentity&Version=2011-06-15&LDAPUsername=a&LDAPPassword=b',
      }),
    ],
  ]),
];
