import { useEffect, useRef, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { ApiError, getMessage } from '../../../lib/api.ts'
import { go } from '../../../lib/navigation.ts'
import { safePath } from '../../../lib/safe-path.ts'
import { session } from '../../../lib/session.ts'
import { endSession } from '../../../lib/sign-out.ts'
import { useSession } from '../../../lib/use-session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { LEAVING, useForm } from '../../../ui/forms/form.tsx'
import { Note } from '../../../ui/notices/note.tsx'
import { toast } from '../../../ui/toast.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { CancelDeletionNotice } from '../account/cancel-deletion-notice.tsx'
import { needsUsername } from '../sign-in/code-requests.ts'
import { NameForm } from '../sign-up/username-form.tsx'
import { endsSession, readReturn, type ReturnAddress } from './provider-return.ts'
import {
  type AskedProvider,
  askedProvider,
  isProviderOver,
  linkIdentity,
  linkLater,
  type ProviderReturn,
  signInWithProvider,
  waitingProvider,
} from './providers.ts'
import { showSignedIn } from '../sign-in/show-signed-in.ts'

const HOME = '/dashboard'

type Step =
  | { at: 'opening' }
  | { at: 'naming'; asked: AskedProvider }
  /** The account is scheduled for deletion; the server's message includes the date. */
  | { at: 'leaving'; asked: AskedProvider; text: string }
  /** The person has to sign in another way first. */
  | { at: 'other-way'; text: string; provider: string }
  /** The person signed in another way and may now link the identity. */
  | { at: 'linking'; asked: AskedProvider }
  | { at: 'failed'; text: string }

const ERRORS: Readonly<Record<string, () => string>> = {
  access_denied: m.accounts_provider_refused,
  user_cancelled_authorize: m.accounts_provider_refused,
  identity_already_exists: m.accounts_provider_already_linked,
  identity_not_found: m.accounts_provider_not_linked,
  single_identity_not_deletable: m.accounts_provider_only_method,
}

const OTHER_WAYS: Readonly<Record<string, () => string>> = {
  IDENTITY_UNLINKED: m.accounts_provider_email_taken,
  EMAIL_UNPROVEN: m.accounts_provider_email_unverified,
}

// Errors in the URL are shown as our own messages, because anyone can craft a URL.
async function showError(error: string): Promise<Step> {
  const text = (Object.hasOwn(ERRORS, error) ? ERRORS[error] : undefined) ?? m.accounts_provider_error
  if (endsSession(error) && (await session.ready()).status !== 'signed-out') await endSession()
  return { at: 'failed', text: text() }
}

function afterRefusal(error: unknown, asked: AskedProvider): Step {
  if (needsUsername(error)) return { at: 'naming', asked }
  if (isProviderOver(error)) return { at: 'failed', text: m.accounts_provider_expired() }
  const code = error instanceof ApiError ? error.code : ''
  if (code === 'PROOF_NEEDED') return { at: 'failed', text: m.accounts_provider_expired() }
  if (code === 'IDENTITY_ALREADY_EXISTS') return { at: 'failed', text: m.accounts_provider_already_linked() }
  if (code === 'LEAVING') return { at: 'leaving', asked, text: getMessage(error, '') }
  if (Object.hasOwn(OTHER_WAYS, code)) {
    linkLater(asked)
    return { at: 'other-way', text: OTHER_WAYS[code]?.() ?? '', provider: asked.provider }
  }
  return { at: 'failed', text: getMessage(error, m.accounts_error_text()) }
}

function leaveTo({ next }: AskedProvider) {
  return go(safePath(next, HOME), { replace: true })
}

// Opened after signing in another way.
async function openAgain(provider: string): Promise<Step> {
  const asked = waitingProvider(provider)
  if (asked && (await session.ready()).status === 'signed-in') return { at: 'linking', asked }
  return { at: 'failed', text: m.accounts_provider_empty() }
}

async function linked(asked: AskedProvider, returned?: ProviderReturn): Promise<null> {
  await linkIdentity(asked, returned)
  const { title } = asked
  toast({
    kind: 'success',
    title: m.accounts_provider_linked_title(),
    description: m.accounts_provider_linked_text({ title }),
  })
  go('/settings#ways', { replace: true })
  return null
}

// Processes the return URL. Returns null if nothing is left to do and the screen closes.
async function open(provider: string, address: ReturnAddress): Promise<Step | null> {
  if (address.kind === 'error') return showError(address.error)
  if (address.kind === 'empty') return openAgain(provider)
  const { kind: _, state, ...returned } = address
  const asked = askedProvider(provider, state)
  if (!asked) return { at: 'failed', text: m.accounts_provider_expired() }
  try {
    if (asked.for === 'link') return await linked(asked, returned)
    showSignedIn(await signInWithProvider(asked, returned))
    leaveTo(asked)
    return null
  } catch (error) {
    return afterRefusal(error, asked)
  }
}

function openOrFail(provider: string, address: ReturnAddress): Promise<Step | null> {
  return open(provider, address).catch((error: unknown) => ({
    ...({ at: 'failed', text: getMessage(error, m.accounts_error_text()) } as const),
  }))
}

function useReturn(provider: string): [Step, (step: Step) => void] {
  const [step, setStep] = useState<Step>({ at: 'opening' })
  const opened = useRef(false)
  useEffect(() => {
    if (opened.current) return
    opened.current = true
    const address = readReturn(location)
    // Removes the query and hash from the browser history.
    history.replaceState(history.state, '', location.pathname)
    void openOrFail(provider, address).then((left) => {
      if (left) setStep(left)
    })
  }, [provider])
  return [step, setStep]
}

const TITLES = {
  opening: m.accounts_provider_title,
  naming: m.accounts_code_name_title,
  leaving: m.accounts_provider_title,
  'other-way': m.accounts_provider_link_title,
  linking: m.accounts_provider_link_title,
  failed: m.accounts_provider_failed_title,
}

function Failed({ text }: { text: string }) {
  const isIn = useSession().status === 'signed-in'
  return (
    <>
      <Note spaced role="alert">
        {text}
      </Note>
      <ButtonLink href={isIn ? '/settings#ways' : '/auth'} variant="primary" size="lg" wide>
        {isIn ? m.shell_settings() : m.accounts_back_to_sign_in()}
      </ButtonLink>
    </>
  )
}

function OtherWay({ text, provider }: { text: string; provider: string }) {
  const next = `?next=${encodeURIComponent(`/auth/return/${provider}`)}`
  return (
    <>
      <Note spaced role="status">
        {text}
      </Note>
      <ButtonLink href={`/auth${next}`} variant="primary" size="lg" wide>
        {m.accounts_provider_sign_in()}
      </ButtonLink>
      <ButtonLink href={`/auth/code${next}`} variant="line" size="lg" wide>
        {m.accounts_code_link()}
      </ButtonLink>
    </>
  )
}

function Linking({ asked, onStep }: { asked: AskedProvider; onStep: (step: Step) => void }) {
  const { user } = useSession()
  const { busy, submit } = useForm({
    send: async () => {
      await linked(asked)
      return LEAVING
    },
    explain: (error) => {
      onStep(afterRefusal(error, asked))
      return null
    },
  })
  const { title } = asked
  return (
    <>
      <Note spaced role="status">
        {m.accounts_provider_link_text({ title, username: user?.username ?? '' })}
      </Note>
      <Button variant="primary" size="lg" wide busy={busy && m.shell_loading()} onClick={submit}>
        {m.accounts_provider_link_submit({ title })}
      </Button>
      <ButtonLink href={HOME} variant="line" size="lg" wide>
        {m.accounts_provider_link_skip()}
      </ButtonLink>
    </>
  )
}

function DeletionPending({ asked, text }: { asked: AskedProvider; text: string }) {
  const cancel = async () => {
    showSignedIn(await signInWithProvider(asked, { cancel_deletion: true }))
    leaveTo(asked)
  }
  return <CancelDeletionNotice text={text} onCancel={cancel} />
}

/** `/auth/return/{provider}`: the screen that a provider redirects to. */
export default function ReturnScreen({ provider }: { provider: string }) {
  const [step, setStep] = useReturn(provider)
  const over = () => setStep({ at: 'failed', text: m.accounts_provider_expired() })
  const join = async (asked: AskedProvider, username: string) => {
    const signedIn = await signInWithProvider(asked, { username })
    leaveTo(asked)
    return signedIn
  }
  return (
    <AuthFrame title={TITLES[step.at]()}>
      {step.at === 'opening' && <p role="status">{m.shell_loading()}</p>}
      {step.at === 'naming' && <NameForm join={(username) => join(step.asked, username)} onOver={over} />}
      {step.at === 'leaving' && <DeletionPending asked={step.asked} text={step.text} />}
      {step.at === 'other-way' && <OtherWay text={step.text} provider={step.provider} />}
      {step.at === 'linking' && <Linking asked={step.asked} onStep={setStep} />}
      {step.at === 'failed' && <Failed text={step.text} />}
    </AuthFrame>
  )
}
