import { useState } from 'react'
import { AuthFrame } from '../features/accounts/auth-frame.tsx'
import { useMailedToken } from '../features/accounts/mailed-token.ts'
import { m } from '../i18n/messages.ts'
import { ApiError, call, messageOf } from '../lib/api.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'

/** `/my-data?token=`: for members who are suspended, by the link of a mail, without signing in. */
export function MyDataPage() {
  const token = useMailedToken()
  const [step, setStep] = useState<'ask' | 'asking' | 'asked' | 'refused'>(token ? 'ask' : 'refused')
  const ask = async () => {
    setStep('asking')
    try {
      await call('POST /api/my-data/exports-by-link', { body: { token: token ?? '' } })
      setStep('asked')
    } catch (error) {
      if (error instanceof ApiError && error.code === 'IN_PROGRESS') return setStep('asked')
      if (error instanceof ApiError && error.status === 400) return setStep('refused')
      setStep('ask')
      toast({ kind: 'error', title: m.auth_oops_title(), description: messageOf(error, m.auth_oops_text()) })
    }
  }
  if (step === 'refused')
    return (
      <AuthFrame title={m.auth_verify_bad_title()}>
        <p className="text-ink-2" role="alert">
          {m.auth_my_data_bad_text()}
        </p>
      </AuthFrame>
    )
  return (
    <AuthFrame title={m.auth_my_data_title()}>
      {step === 'asked' ? (
        <p className="text-ink-2" role="status">
          {m.auth_my_data_requested()}
        </p>
      ) : (
        <>
          <p className="mb-5 text-ink-2">{m.auth_my_data_text()}</p>
          <Button
            variant="primary"
            size="lg"
            wide
            busy={step === 'asking' && m.shell_loading()}
            onClick={() => void ask()}
          >
            {m.auth_my_data_button()}
          </Button>
        </>
      )}
    </AuthFrame>
  )
}
