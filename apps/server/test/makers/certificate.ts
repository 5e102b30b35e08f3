import { generateKeyPairSync, sign } from 'node:crypto'

const LONG = 128

/** Encodes one ASN.1 value in DER: tag, length, content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < LONG ? [length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function sequence(...parts: Buffer[]) {
  return der(0x30, ...parts)
}

function hex(text: string) {
  return Buffer.from(text, 'hex')
}

const COMMON_NAME = hex('0603550403')
const SHA256_WITH_RSA = sequence(hex('06092a864886f70d01010b'), hex('0500'))
const YEARS = sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z')))

/** Creates an RSA key and a self-signed certificate. The key is PEM, the certificate is base64-encoded DER. */
export function selfSigned(name: string): { key: string; certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const owner = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))))
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const signed = sequence(der(0x02, hex('01')), SHA256_WITH_RSA, owner, YEARS, owner, spki)
  const signature = der(0x03, hex('00'), sign('sha256', signed, privateKey))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: sequence(signed, SHA256_WITH_RSA, signature).toString('base64'),
  }
}
