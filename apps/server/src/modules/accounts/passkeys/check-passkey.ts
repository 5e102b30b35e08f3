import { createHmac } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { NewPasskey, PasskeyProof } from '@nollie/contract'

type Stored = { credential_id: string; public_key: string; counter: string; transports: string[] }
type Site = { secret: string; publicUrl: URL }

// Imported when the first passkey is used, so that the certificate parser doesn't slow down startup.
function webAuthn() {
  return import('@simplewebauthn/server')
}

/** Computes a challenge from its id. */
export function computeChallenge(secret: string, challenge_id: string): string {
  return createHmac('sha256', secret).update('passkey-challenge\0').update(challenge_id).digest('base64url')
}

function expected({ secret, publicUrl }: Site, challenge_id: string) {
  return {
    expectedChallenge: computeChallenge(secret, challenge_id),
    expectedOrigin: publicUrl.origin,
    expectedRPID: publicUrl.hostname,
    // Having someone's unlocked device mustn't be enough to use their passkey.
    requireUserVerification: true,
  }
}

// The library throws for all invalid responses.
function orNull<T>(work: Promise<T>): Promise<T | null> {
  return work.catch(() => null)
}

/**
 * Verifies a passkey's response to a challenge. Returns the new counter. `isCopy` is true if the counter didn't
 * increase, which means that the passkey was copied. Null if the response is invalid.
 */
export async function checkAnswer(
  site: Site,
  { challenge_id, credential }: PasskeyProof,
  { credential_id, public_key, counter, transports }: Stored,
): Promise<{ counter: number; isCopy: boolean } | null> {
  const { clientDataJSON, authenticatorData, signature } = credential.response
  const response: AuthenticationResponseJSON = {
    ...credential,
    response: { clientDataJSON, authenticatorData, signature },
    clientExtensionResults: {},
  }
  const { verifyAuthenticationResponse } = await webAuthn()
  const checked = await orNull(
    verifyAuthenticationResponse({
      ...expected(site, challenge_id),
      response,
      // If given the stored counter, the library would reject a copy the same way as any invalid response.
      credential: {
        id: credential_id,
        publicKey: Buffer.from(public_key, 'base64url'),
        counter: 0,
        transports,
      },
    }),
  )
  if (!checked?.verified) return null
  const { newCounter } = checked.authenticationInfo
  const before = Number(counter)
  return { counter: newCounter, isCopy: newCounter <= before && before > 0 }
}

/** Verifies a new passkey. Returns null if it's for another site or challenge. */
export async function checkNew(
  site: Site,
  { challenge_id, credential }: { challenge_id: string; credential: NewPasskey },
): Promise<{ credential_id: string; public_key: string; counter: number; transports: string[] } | null> {
  const response: RegistrationResponseJSON = { ...credential, clientExtensionResults: {} }
  const { verifyRegistrationResponse } = await webAuthn()
  const checked = await orNull(verifyRegistrationResponse({ ...expected(site, challenge_id), response }))
  if (!checked?.verified) return null
  const { id, publicKey, counter } = checked.registrationInfo.credential
  return {
    credential_id: id,
    counter,
    transports: [...credential.response.transports],
    public_key: Buffer.from(publicKey).toString('base64url'),
  }
}
