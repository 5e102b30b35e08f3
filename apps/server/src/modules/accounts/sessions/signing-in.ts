/** How a person who is signing in proved their identity. */
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

/** Determines the strength of a new session. Throws if a second factor is missing or a deletion was requested. */
export type Admit = (user_id: string, how: SigningIn) => Promise<Strength>
