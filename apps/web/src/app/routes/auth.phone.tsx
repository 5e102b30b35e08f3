import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { createFileRoute, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import {
  AuthFrame,
  CodeForm,
  MailForm,
  NameForm,
  needsEmail,
  needsUsername,
  PhoneForm,
  requestCode,
  signInWithCode,
  signInWithPhoneCode,
} from '../../features/accounts/index.ts'
import { m } from '../../i18n/messages.ts'
import { Note } from '../../ui/notices/note.tsx'
import { CodeStepsFoot } from '../code-steps-foot.tsx'
import { visitorOnly } from '../guards.ts'

/** A code that was verified. */
type Proof = { code_id: string; code: string }

type Step =
  | { at: 'asking'; isOver?: true }
  | { at: 'entering'; code_id: string; shown: string }
  /** The number is verified but has no account yet, so an email address is needed too. */
  | { at: 'mailing'; phone: Proof; isOver?: true }
  | { at: 'proving'; phone: Proof; code_id: string; email: string }
  | { at: 'naming'; phone: Proof; mail: Proof }

const TITLES = {
  asking: m.accounts_phone_ask_title,
  entering: m.accounts_phone_enter_title,
  mailing: m.accounts_phone_email_title,
  proving: m.accounts_code_enter_title,
  naming: m.accounts_code_name_title,
}

function withPhone({ code_id, code }: Proof) {
  return { phone_code_id: code_id, phone_code: code }
}

const minutes = ACCOUNT_LIMITS.code_minutes

type StepProps = { step: Step; setStep: (step: Step) => void }

function NumberSteps({ step, setStep }: StepProps) {
  if (step.at === 'asking')
    return (
      <PhoneForm onSent={(code_id, { shown }) => setStep({ at: 'entering', code_id, shown })}>
        <Note role={step.isOver && 'alert'}>
          {step.isOver ? m.accounts_code_expired_text() : m.accounts_phone_ask_text()}
        </Note>
      </PhoneForm>
    )
  if (step.at !== 'entering') return null
  const { code_id, shown } = step
  return (
    <CodeForm
      text={m.accounts_phone_sent_text({ phone: shown, minutes })}
      signIn={(entered) => signInWithPhoneCode({ code_id, ...entered })}
      needsMore={needsEmail}
      onMore={(code) => setStep({ at: 'mailing', phone: { code_id, code } })}
      onOver={() => setStep({ at: 'asking', isOver: true })}
    />
  )
}

// New users also need an email address for security alerts and account recovery.
function AddressSteps({ step, setStep }: StepProps) {
  if (step.at === 'mailing')
    return (
      <MailForm
        request={async (email) => {
          // The email has no link, because a link would create the account without the phone number.
          const { code_id } = await requestCode(email, null, { hasLink: false })
          setStep({ at: 'proving', phone: step.phone, code_id, email })
        }}
        failed={m.accounts_code_failed()}
        submit={m.accounts_code_submit()}
      >
        <Note role={step.isOver ? 'alert' : 'status'}>
          {step.isOver ? m.accounts_code_expired_text() : m.accounts_phone_email_text()}
        </Note>
      </MailForm>
    )
  const { phone } = step as { phone: Proof }
  const over = () => setStep({ at: 'mailing', phone, isOver: true })
  if (step.at === 'proving')
    return (
      <CodeForm
        text={m.accounts_phone_email_sent_text({ email: step.email, minutes })}
        signIn={(entered) => signInWithCode({ code_id: step.code_id, ...entered })}
        needsMore={needsUsername}
        onMore={(code) => setStep({ at: 'naming', phone, mail: { code_id: step.code_id, code } })}
        onOver={over}
      />
    )
  if (step.at !== 'naming') return null
  return (
    <NameForm
      join={(username) => signInWithCode({ ...step.mail, ...withPhone(phone), username })}
      onOver={() => setStep({ at: 'asking', isOver: true })}
    />
  )
}

/**
 * `/auth/phone`: texts a code to a phone number and verifies it. New users also verify an email address and choose a
 * username.
 */
function PhonePage() {
  const search = useRouterState({ select: ({ location }) => location.search as { next?: string } })
  const [step, setStep] = useState<Step>({ at: 'asking' })
  const isOfNumber = step.at === 'asking' || step.at === 'entering'
  const Steps = isOfNumber ? NumberSteps : AddressSteps
  return (
    <AuthFrame title={TITLES[step.at]()}>
      {/* Each step is its own form, so that typed values don't carry over to the next one. */}
      <Steps key={step.at} step={step} setStep={setStep} />
      <CodeStepsFoot
        onAgain={step.at === 'entering' ? () => setStep({ at: 'asking' }) : null}
        next={search.next}
      />
    </AuthFrame>
  )
}

export const Route = createFileRoute('/auth/phone')({
  beforeLoad: ({ search }) => visitorOnly({ search }),
  component: PhonePage,
  // Reuses the previous screen's title, because every title adds to the first load.
  staticData: { title: m.accounts_sign_in, shell: 'bare' },
})
