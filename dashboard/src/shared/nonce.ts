/** The nonce of this page, which styles that scripts add must carry (api/web-app/policy.ts). */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
