import { AsyncLocalStorage } from 'node:async_hooks'

/** How a person who signs in has proven who they are; the gate of second factors reads it. */
export type SigningIn = {
  /** One of `amr`: password, code, provider and so on. */
  way: string
  /** The second factor that was proven just now. */
  factor?: string
  /** Whether it takes back the deletion that the person requested. */
  cancelsDeletion?: boolean
  /** Of the browser, which may be trusted. */
  cookies: string | undefined
}

/** How strong a session is (1 or 2), and how its owner signed in. */
export type Strength = { aal: number; amr: string }

const store = new AsyncLocalStorage<SigningIn>()

/** Runs a sign-in that the library performs, whose hook of new sessions then knows how the person proved themselves. */
export const whileSigningIn = <T>(how: SigningIn, work: () => Promise<T>): Promise<T> => store.run(how, work)

/** How the person of the running sign-in proved themselves; without any proof of a factor where the way named none. */
export const currentSignIn = (): SigningIn => store.getStore() ?? { way: 'unknown', cookies: undefined }
