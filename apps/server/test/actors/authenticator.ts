import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { ORIGIN } from '../world/app.ts'

// Implements WebAuthn Level 3 and CTAP by hand, because the checks under test come from a library.

type Options = {
  /** The origin that the person thinks they are on. */
  origin?: string
  /** Whether the device verified the person with a fingerprint or PIN. */
  verifies?: boolean
  /** The signature counter. Stays at 0 if the authenticator doesn't count. */
  counter?: number
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

function sha256(data: Uint8Array | string) {
  return createHash('sha256').update(data).digest()
}

function url(bytes: Uint8Array) {
  return Buffer.from(bytes).toString('base64url')
}

function cborBytes(bytes: Uint8Array) {
  return Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 0xff]), bytes])
}

function cborText(text: string) {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
}

/** Creates an authenticator with one passkey. It responds to challenges in the format that a browser passes on. */
export function makeAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  // A COSE key: EC2, ES256, P-256.
  const coseKey = Buffer.concat([
    Buffer.from('a50102032620012158', 'hex'),
    Buffer.from([32]),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])

  const dataFor = (
    flags: number,
    { counter = 0, verifies = true, origin = ORIGIN }: Options,
    rest: Uint8Array,
  ) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const all = USER_PRESENT | (verifies ? USER_VERIFIED : 0) | flags
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([all]), count, rest])
  }
  const clientData = (type: string, challenge: string, { origin = ORIGIN }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const credential = { id: url(id), rawId: url(id), type: 'public-key' as const }

  return {
    credential_id: url(id),
    /** Creates the passkey. */
    create: (challenge: string, options: Options = {}) => {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey])
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(dataFor(HAS_CREDENTIAL, options, attested)),
      ])
      const clientDataJSON = url(clientData('webauthn.create', challenge, options))
      return {
        ...credential,
        response: { clientDataJSON, attestationObject: url(attestationObject), transports: ['internal'] },
      }
    },
    /** Responds to a challenge with the passkey. */
    get: (challenge: string, options: Options = {}) => {
      const data = clientData('webauthn.get', challenge, options)
      const authenticatorData = dataFor(0, options, Buffer.alloc(0))
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(data)]), privateKey)
      const response = {
        clientDataJSON: url(data),
        authenticatorData: url(authenticatorData),
        signature: url(signature),
      }
      return { ...credential, response }
    },
  }
}
