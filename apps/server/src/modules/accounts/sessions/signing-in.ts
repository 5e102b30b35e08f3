/**
 * A person who is proving their identity. The epoch must come from the statement that reads the credential, or from an
 * earlier one, so that sessions that end in the meantime also end the sign-in.
 */
export type ProvenPerson = { user_id: string; security_epoch: number }

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
export type Admit = (person: ProvenPerson, how: SigningIn) => Promise<Strength>
