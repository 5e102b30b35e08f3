import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { AuthFrame, useMailedToken } from '../../features/accounts/index.ts'
import { m } from '../../i18n/messages.ts'
import { ApiError, call, getMessage } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { Note } from '../../ui/notices/note.tsx'

/** `/my-data?token=`: lets suspended members export their data with an emailed link, without signing in. */
function MyDataPage() {
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
      toast({
        kind: 'error',
        title: m.accounts_error_title(),
        description: getMessage(error, m.accounts_error_text()),
      })
    }
  }
  if (step === 'refused')
    return (
      <AuthFrame title={m.accounts_bad_link_title()}>
        <Note role="alert">{m.my_data_invalid_text()}</Note>
      </AuthFrame>
    )
  return (
    <AuthFrame title={m.my_data_title()}>
      {step === 'asked' ? (
        <Note role="status">{m.my_data_requested()}</Note>
      ) : (
        <>
          <Note spaced>{m.my_data_text()}</Note>
          <Button
            variant="primary"
            size="lg"
            wide
            busy={step === 'asking' && m.shell_loading()}
            onClick={() => void ask()}
          >
            {m.my_data_button()}
          </Button>
        </>
      )}
    </AuthFrame>
  )
}

export const Route = createFileRoute('/my-data')({
  component: MyDataPage,
  staticData: { title: m.my_data_title, shell: 'bare' },
})
