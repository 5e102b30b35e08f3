import { useEffect, useRef, useState } from 'react'
import { verifyEmail } from '../features/accounts/accounts.ts'
import { AuthFrame } from '../features/accounts/auth-frame.tsx'
import { useMailedLink } from '../features/accounts/mailed-token.ts'
import { ResendForm } from '../features/accounts/resend-form.tsx'
import { m } from '../i18n/messages.ts'
import { ApiError, messageOf } from '../lib/api.ts'
import { Button, ButtonLink } from '../ui/button.tsx'

type Outcome = 'working' | 'verified' | 'without-password' | 'refused' | 'name-taken' | 'failed'

const JOINING = '/auth?mode=sign-up'

const outcomeOf = (error: unknown): Outcome => {
  if (!(error instanceof ApiError)) return 'failed'
  if (error.code === 'USERNAME_TAKEN') return 'name-taken'
  return error.status >= 400 && error.status < 429 ? 'refused' : 'failed'
}

/** Where the link of a verification mail leads. */
export function VerifyPage() {
  const { token, next } = useMailedLink()
  const [outcome, setOutcome] = useState<Outcome>(token ? 'working' : 'refused')
  const [text, setText] = useState('')
  const requested = useRef(false)

  const verify = async () => {
    if (!token) return
    setOutcome('working')
    try {
      const { has_password } = await verifyEmail(token)
      setOutcome(has_password ? 'verified' : 'without-password')
    } catch (error) {
      setText(messageOf(error, ''))
      setOutcome(outcomeOf(error))
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a mailed link is used once
  useEffect(() => {
    if (requested.current) return
    requested.current = true
    void verify()
  })

  switch (outcome) {
    case 'working':
      return (
        <AuthFrame title={m.auth_verify_title()}>
          <p role="status">{m.shell_loading()}</p>
        </AuthFrame>
      )
    case 'without-password':
    case 'verified':
      return (
        <AuthFrame title={m.auth_verify_ok_title()}>
          <p className="mb-5 text-ink-2" role="status">
            {outcome === 'verified' ? m.auth_verify_ok_text() : m.auth_verify_no_password_text()}
          </p>
          <ButtonLink
            href={next ? `/auth?next=${encodeURIComponent(next)}` : '/auth'}
            variant="primary"
            size="lg"
            wide
          >
            {m.auth_sign_in()}
          </ButtonLink>
        </AuthFrame>
      )
    case 'refused':
      return (
        <AuthFrame title={m.auth_verify_bad_title()}>
          <p className="mb-5 text-ink-2" role="alert">
            {token ? m.auth_verify_bad_text() : m.auth_no_token_text()}
          </p>
          <ResendForm />
        </AuthFrame>
      )
    case 'name-taken':
      return (
        <AuthFrame title={m.auth_verify_taken_title()}>
          <p className="mb-5 text-ink-2" role="alert">
            {text} {m.auth_verify_taken_text()}
          </p>
          <ButtonLink href={JOINING} variant="primary" size="lg" wide>
            {m.auth_sign_up()}
          </ButtonLink>
        </AuthFrame>
      )
    case 'failed':
      return (
        <AuthFrame title={m.auth_oops_title()}>
          <p className="mb-5 text-ink-2" role="alert">
            {m.auth_oops_text()}
          </p>
          <Button variant="primary" size="lg" wide onClick={verify}>
            {m.shell_retry()}
          </Button>
        </AuthFrame>
      )
  }
}
