import { lazy, Suspense, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

const load = () => import('./account-sheet.tsx')
const AccountSheet = lazy(() => load().then(({ AccountSheet }) => ({ default: AccountSheet })))

/** The person's picture in a bar; opens theme and sign-out, whose code comes when it is first wanted. */
export function AccountButton() {
  const { user } = useSession()
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  const show = () => {
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      <IconButton
        label={m.shell_account()}
        aria-haspopup="dialog"
        onClick={show}
        onPointerEnter={() => void load().catch(() => undefined)}
      >
        <Avatar person={user} size={36} />
      </IconButton>
      <Suspense>{wanted && <AccountSheet open={open} onOpenChange={setOpen} />}</Suspense>
    </>
  )
}
