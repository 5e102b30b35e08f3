import { AsyncLocalStorage } from 'node:async_hooks'

/** How a person who signs in has proven their identity; the second-factor gate reads it. */
export type SigningIn = {
  /** One of `amr`: password, code, provider, and so on. */
  way: string
  /** The second factor that was just proven. */
  factor?: string
  /** Whether it cancels the person's requested deletion. */
  cancelsDeletion?: boolean
  /** Cookies of the browser, which may be trusted. */
  cookies: string | undefined
}

/** The strength of a session (1 or 2), and the sign-in methods. */
export type Strength = { aal: number; amr: string }

const store = new AsyncLocalStorage<SigningIn>()

/**
 * Runs a sign-in performed by the library; its hook for new sessions then knows how the person proved their identity.
 */
export const whileSigningIn = <T>(how: SigningIn, work: () => Promise<T>): Promise<T> => store.run(how, work)

/** How the person proved their identity in the running sign-in; without a second factor if none was given. */
export const currentSignIn = (): SigningIn => store.getStore() ?? { way: 'unknown', cookies: undefined }
