import type { AccountsDeps } from './accounts-deps.ts'

/** Ends the session of this token; returns the `Set-Cookie` lines that remove the cookie. */
export const signOut = async ({ auth }: AccountsDeps, token: string): Promise<string[]> => {
  const { headers } = await auth.api.signOut({
    headers: new Headers({ authorization: `Bearer ${token}` }),
    returnHeaders: true,
  })
  return headers.getSetCookie()
}
