import { ChevronDown, ChevronUp } from 'lucide-react'
import { useId, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Passkeys } from '../passkeys/lazy-passkeys.tsx'
import { Phones } from '../phone-numbers/lazy-phones.tsx'
import { Providers } from '../identities/lazy-providers.tsx'
import styles from '../identities/providers.module.css'

/**
 * A button that reveals all other sign-in methods. They load with the screen, because passkeys are suggested in the
 * email field.
 */
export function MoreWays({ next }: { next: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const Sign = isOpen ? ChevronUp : ChevronDown
  return (
    <div className={styles.more}>
      <Button variant="plain" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {m.accounts_other_method()}
        <Sign size={18} aria-hidden="true" />
      </Button>
      <div id={id} hidden={!isOpen}>
        <Passkeys onPending={() => setOpen(true)} />
        <Providers next={next} />
        <Phones next={next} />
      </div>
    </div>
  )
}
