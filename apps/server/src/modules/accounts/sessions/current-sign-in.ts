import { AsyncLocalStorage } from 'node:async_hooks'

/** How a person who is signing in proved their identity. The sign-in gate reads this. */
export type SigningIn = {
  /** A value for `amr`: password, code, provider, and so on. */
  way: string
  /** The second factor that the person just proved. */
  factor?: string
  /** Whether signing in cancels the person's requested deletion. */
  cancelsDeletion?: boolean
  /** The browser's cookies, which may make it a trusted device. */
  cookies: string | undefined
}

/** A session's assurance level (1 or 2), and how its owner signed in. */
export type Strength = { aal: number; amr: string }

const store = new AsyncLocalStorage<SigningIn>()

/**
 * Runs a sign-in that the library performs. Its hook for new sessions then knows how the person proved their identity.
 */
export const whileSigningIn = <T>(how: SigningIn, work: () => Promise<T>): Promise<T> => store.run(how, work)

/** Returns how the person proved their identity in the current sign-in. */
export const currentSignIn = (): SigningIn => store.getStore() ?? { way: 'unknown', cookies: undefined }
