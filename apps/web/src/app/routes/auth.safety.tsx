import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import {
  closeAccount,
  finishRecovery,
  MailedQuestion,
  OutboxLink,
  stopRecovery,
  useMailedToken,
} from '../../features/accounts/index.ts'
import { m } from '../../i18n/messages.ts'
import { ButtonLink } from '../../ui/button.tsx'

const QUESTIONS = {
  'not-me': {
    send: closeAccount,
    texts: () => ({
      title: m.accounts_not_me_title(),
      text: m.accounts_not_me_text(),
      submit: m.accounts_not_me_submit(),
      failed: m.accounts_not_me_failed(),
      done: { title: m.accounts_not_me_ok_title(), text: m.accounts_not_me_ok_text() },
    }),
  },
  stop: {
    send: stopRecovery,
    texts: () => ({
      title: m.accounts_deny_recovery_title(),
      text: m.accounts_deny_recovery_text(),
      submit: m.accounts_deny_recovery_submit(),
      failed: m.accounts_deny_recovery_failed(),
      done: { title: m.accounts_deny_recovery_ok_title(), text: m.accounts_deny_recovery_ok_text() },
    }),
  },
  recover: {
    send: finishRecovery,
    texts: () => ({
      title: m.accounts_recover_title(),
      text: m.accounts_recover_text(),
      submit: m.accounts_recover_submit(),
      failed: m.accounts_recover_failed(),
      done: { title: m.accounts_recover_ok_title(), text: m.accounts_recover_ok_text() },
    }),
  },
}

type What = keyof typeof QUESTIONS

// Parses the link's purpose. Must run before the token is removed from the URL.
function parsePurpose(hash: string): What | null {
  const what = new URLSearchParams(hash.slice(1)).get('what') ?? ''
  return Object.hasOwn(QUESTIONS, what) ? (what as What) : null
}

/** `/auth/safety`: handles links from account security emails. */
function SafetyPage() {
  const [what] = useState(() => parsePurpose(location.hash))
  const token = useMailedToken()
  const { send, texts } = QUESTIONS[what ?? 'not-me']
  const { done, ...asked } = texts()
  const toSignIn = (
    <ButtonLink href="/auth" variant="primary" size="lg" wide>
      {m.accounts_back_to_sign_in()}
    </ButtonLink>
  )
  return (
    <MailedQuestion
      {...asked}
      send={() => send(token ?? '')}
      isEmpty={!what || !token}
      done={{ ...done, next: what === 'not-me' ? <OutboxLink /> : toSignIn }}
      refused={{ text: m.accounts_safety_bad_text(), next: toSignIn }}
    />
  )
}

export const Route = createFileRoute('/auth/safety')({
  component: SafetyPage,
  staticData: { title: m.accounts_safety_title, shell: 'bare' },
})
