/** Why an organization's response was rejected; the code is logged. */
export class SamlRefused extends Error {
  readonly code: string
  constructor(code: string, options?: ErrorOptions) {
    super(code, options)
    this.name = 'SamlRefused'
    this.code = code
  }
}

/** The library's messages, matched by topic. */
const KINDS: readonly [RegExp, string][] = [
  [/signature/i, 'SAML_SIGNATURE'],
  [/audience/i, 'SAML_AUDIENCE'],
  [/expired|too old|not yet valid|No valid subject confirmation/, 'SAML_EXPIRED'],
  [/InResponseTo/i, 'SAML_REQUEST'],
]

/** The same error with a code for the log, because the library's messages contain values from the response. */
export const whyRefused = (error: unknown): SamlRefused => {
  if (error instanceof SamlRefused) return error
  const text = error instanceof Error ? error.message : ''
  return new SamlRefused(KINDS.find(([sign]) => sign.test(text))?.[1] ?? 'SAML_STRANGE', { cause: error })
}
