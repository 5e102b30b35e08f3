import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { createFileRoute, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import {
  findRequestedCode,
  AuthFrame,
  CodeForm,
  explainFailure,
  MailForm,
  NameForm,
  needsUsername,
  requestCode,
  showSignedIn,
  signInWithCode,
} from '../../features/accounts/index.ts'
import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { go } from '../../lib/navigation.ts'
import { safePath } from '../../lib/safe-path.ts'
import { Note } from '../../ui/notices/note.tsx'
import { toast } from '../../ui/toast.ts'
import { CodeStepsFoot } from '../code-steps-foot.tsx'
import { visitorOnly } from '../guards.ts'
import styles from '../code-screen.module.css'

const HOME = '/dashboard'
/** Maximum path length in an emailed link. */
const NEXT_MAX = 300

type Link = { code_id: string; token: string; code: string }

type Step =
  | { at: 'asking'; isOver?: true }
  | { at: 'entering'; code_id: string; email: string }
  | { at: 'naming'; proof: { code_id: string; code: string } }
  /** The emailed link was opened on the device that requested it. */
  | { at: 'opening'; link: Link }
  /** The emailed link was opened on a different device. */
  | { at: 'showing'; code: string }

function linkIn({ hash }: { hash: string }): Link | null {
  const values = new URLSearchParams(hash.slice(1))
  const [code_id, token, code] = ['id', 'token', 'code'].map((name) => values.get(name))
  return code_id && token && code ? { code_id, token, code } : null
}

function firstStep(): Step {
  const link = linkIn(location)
  if (!link) return { at: 'asking' }
  // Remove the token from the browser history.
  history.replaceState(history.state, '', location.pathname + location.search)
  return findRequestedCode(link.code_id) ? { at: 'opening', link } : { at: 'showing', code: link.code }
}

const TITLES = {
  asking: m.accounts_code_ask_title,
  entering: m.accounts_code_enter_title,
  naming: m.accounts_code_name_title,
  opening: m.accounts_sign_in_title,
  showing: m.accounts_code_other_device_title,
}

// Signs in with the emailed link. Returns the next step; null if there is none.
async function openLink({ code_id, token }: Link): Promise<Step | null> {
  const next = findRequestedCode(code_id)?.next
  try {
    showSignedIn(await signInWithCode({ code_id, code: token }))
    go(safePath(next, HOME), { replace: true })
    return null
  } catch (error) {
    if (needsUsername(error)) return { at: 'naming', proof: { code_id, code: token } }
    if (error instanceof ApiError && error.code === 'CODE_OVER') return { at: 'asking', isOver: true }
    toast({ kind: 'error', ...explainFailure(error, m.accounts_sign_in_failed()) })
    return { at: 'asking' }
  }
}

function useOpenedLink(step: Step, setStep: (step: Step) => void): void {
  const opened = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a mailed link is used once
  useEffect(() => {
    if (step.at !== 'opening' || opened.current) return
    opened.current = true
    void openLink(step.link).then((left) => left && setStep(left))
  })
}

type Proof = { code_id: string; code: string }

function Naming({ proof, onOver }: { proof: Proof; onOver: () => void }) {
  return <NameForm join={(username) => signInWithCode({ ...proof, username })} onOver={onOver} />
}

function ElsewhereCode({ code }: { code: string }) {
  return (
    <>
      <Note spaced>{m.accounts_code_other_device_text()}</Note>
      <p className={styles.code}>{code}</p>
    </>
  )
}

/**
 * `/auth/code`: emails a sign-in code, verifies it, and asks new users for a username. Also handles the link in that
 * email.
 */
function CodePage() {
  const search = useRouterState({ select: ({ location }) => location.search as { next?: string } })
  const wanted = safePath(search.next, HOME)
  const next = wanted === HOME || wanted.length > NEXT_MAX ? null : wanted
  const hinted = useRouterState({ select: ({ location }) => location.state as { email?: string } })
  const [step, setStep] = useState(firstStep)
  useOpenedLink(step, setStep)
  const over = () => setStep({ at: 'asking', isOver: true })
  return (
    <AuthFrame title={TITLES[step.at]()}>
      {step.at === 'asking' && (
        <MailForm
          email={hinted.email ?? ''}
          request={async (email) => {
            const { code_id } = await requestCode(email, next)
            setStep({ at: 'entering', code_id, email })
          }}
          failed={m.accounts_code_failed()}
          submit={m.accounts_code_submit()}
        >
          <Note role={step.isOver && 'alert'}>
            {step.isOver ? m.accounts_code_expired_text() : m.accounts_code_ask_text()}
          </Note>
        </MailForm>
      )}
      {step.at === 'entering' && (
        <CodeForm
          text={m.accounts_code_sent_text({ email: step.email, minutes: ACCOUNT_LIMITS.code_minutes })}
          signIn={(entered) => signInWithCode({ code_id: step.code_id, ...entered })}
          needsMore={needsUsername}
          onMore={(code) => setStep({ at: 'naming', proof: { code_id: step.code_id, code } })}
          onOver={over}
        />
      )}
      {step.at === 'naming' && <Naming proof={step.proof} onOver={over} />}
      {step.at === 'opening' && <p role="status">{m.shell_loading()}</p>}
      {step.at === 'showing' && <ElsewhereCode code={step.code} />}
      <CodeStepsFoot
        onAgain={step.at === 'entering' ? () => setStep({ at: 'asking' }) : null}
        next={search.next}
      />
    </AuthFrame>
  )
}

export const Route = createFileRoute('/auth/code')({
  beforeLoad: async ({ search, location }) => {
    // Emailed links also work while someone is signed in: they show the code.
    if (!location.hash) await visitorOnly({ search })
  },
  component: CodePage,
  // Reuses the previous screen's title, because every title adds to the first load.
  staticData: { title: m.accounts_sign_in, shell: 'bare' },
})
