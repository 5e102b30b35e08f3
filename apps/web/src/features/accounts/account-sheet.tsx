import { LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { go } from '../../lib/navigation.ts'
import { signOut, useSession } from '../../lib/session.ts'
import { chooseTheme, type ThemeChoice, themeChoice } from '../../lib/theme.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Chip } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { toast } from '../../ui/toast.ts'
import { nameOf } from '../../lib/names.ts'

const THEMES = [
  { choice: 'system', word: m.shell_theme_system, Icon: Monitor },
  { choice: 'light', word: m.shell_theme_light, Icon: Sun },
  { choice: 'dark', word: m.shell_theme_dark, Icon: Moon },
] as const

function ThemeChips() {
  const [chosen, setChosen] = useState<ThemeChoice>(themeChoice)
  const choose = (choice: ThemeChoice) => {
    chooseTheme(choice)
    setChosen(choice)
  }
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-strong">{m.shell_theme()}</legend>
      <div className="flex flex-wrap gap-2">
        {THEMES.map(({ choice, word, Icon }) => (
          <Chip key={choice} pressed={choice === chosen} onClick={() => choose(choice)}>
            <Icon size={18} aria-hidden="true" />
            {word()}
          </Chip>
        ))}
      </div>
    </fieldset>
  )
}

/** Who is signed in, the theme, and the way out. */
export function AccountSheet({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const { user } = useSession()
  const [busy, setBusy] = useState(false)

  const leave = async () => {
    setBusy(true)
    try {
      await signOut()
      go('/')
    } catch {
      toast({ kind: 'error', title: m.shell_sign_out_failed_title(), description: m.shell_sign_out_failed() })
      setBusy(false)
    }
  }

  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={m.shell_account()}>
      <div className="grid gap-6 pb-2">
        <div className="flex items-center gap-3">
          <Avatar person={user} size={46} />
          <div className="min-w-0">
            <p className="truncate font-strong">{nameOf(user)}</p>
            <p className="truncate text-sm text-ink-3">{user?.email}</p>
          </div>
        </div>
        <ThemeChips />
        <Button wide icon={<LogOut aria-hidden="true" />} busy={busy && m.shell_loading()} onClick={leave}>
          {m.shell_sign_out()}
        </Button>
      </div>
    </Sheet>
  )
}
