/** Thrown when an organization's response is rejected. The code is logged. */
export class SamlRefused extends Error {
  readonly code: string
  constructor(code: string, options?: ErrorOptions) {
    super(code, options)
    this.name = 'SamlRefused'
    this.code = code
  }
}

/** The library's error messages, matched by topic. */
const KINDS: readonly [RegExp, string][] = [
  [/signature/i, 'SAML_SIGNATURE'],
  [/audience/i, 'SAML_AUDIENCE'],
  [/expired|too old|not yet valid|No valid subject confirmation/, 'SAML_EXPIRED'],
  [/InResponseTo/i, 'SAML_REQUEST'],
]

/** Replaces the library's error, whose message may contain values from the response, with a code for the log. */
export function whyRefused(error: unknown): SamlRefused {
  if (error instanceof SamlRefused) return error
  const text = error instanceof Error ? error.message : ''
  return new SamlRefused(KINDS.find(([sign]) => sign.test(text))?.[1] ?? 'SAML_STRANGE', { cause: error })
}
