import type { Sent } from './row.ts'

/** Builds an operation's request for injection, with the sender's headers. */
export function buildRequest(name: string, { params = {}, query, body, headers }: Sent, who: object) {
  const [method = '', path = ''] = name.split(' ')
  return {
    method: method as 'GET',
    url: path.replace(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(params[param] ?? '')),
    ...(query ? { query } : {}),
    ...(body === undefined ? {} : { payload: body as object }),
    headers: { ...headers, ...who },
  }
}
