/** Why a response of an organization counts for nothing; the code stands in the log. */
export class SamlRefused extends Error {
  readonly code: string
  constructor(code: string, options?: ErrorOptions) {
    super(code, options)
    this.name = 'SamlRefused'
    this.code = code
  }
}

/** What the sentences of the library are about. */
const KINDS: readonly [RegExp, string][] = [
  [/signature/i, 'SAML_SIGNATURE'],
  [/audience/i, 'SAML_AUDIENCE'],
  [/expired|too old|not yet valid|No valid subject confirmation/, 'SAML_EXPIRED'],
  [/InResponseTo/i, 'SAML_REQUEST'],
]

/** The same error with a code for the log: the library's sentences have values of the response in them. */
export const whyRefused = (error: unknown): SamlRefused => {
  if (error instanceof SamlRefused) return error
  const text = error instanceof Error ? error.message : ''
  return new SamlRefused(KINDS.find(([sign]) => sign.test(text))?.[1] ?? 'SAML_STRANGE', { cause: error })
}
