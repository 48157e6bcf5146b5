/** Every address of the web app. */
const enc = encodeURIComponent;

export const paths = {
  home: '/',
  signIn: (next?: string) => (next === undefined ? '/sign-in' : `/sign-in?next=${enc(next)}`),
  register: '/register',
  forgotPassword: '/forgot-password',
  shelf: (id: string) => `/shelves/${enc(id)}`,
  review: (id: string) => `/shelves/${enc(id)}/review`,
  versions: (id: string) => `/shelves/${enc(id)}/versions`,
  version: (id: string, version: number) => `/shelves/${enc(id)}/versions/${version}`,
  webhooks: '/webhooks',
  webhook: (id: string) => `/webhooks/${enc(id)}`,
  keys: '/keys',
  account: '/account',
} as const;
