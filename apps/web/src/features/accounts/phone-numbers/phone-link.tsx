import { useQuery } from '@tanstack/react-query'
import { m } from '../../../i18n/messages.ts'
import { AppLink } from '../../../ui/link.tsx'
import { looks } from '../../../ui/looks.ts'
import { phoneServiceQuery } from './phone-requests.ts'
import styles from '../identities/providers.module.css'

/** A link to phone number sign-in; renders nothing if the server can't send text messages. */
export default function PhoneLink({ next }: { next: string | null }) {
  const { data } = useQuery(phoneServiceQuery)
  if (!data?.is_offered) return null
  return (
    <p className={styles.phone}>
      <AppLink
        href={next ? `/auth/phone?next=${encodeURIComponent(next)}` : '/auth/phone'}
        className={looks.link}
      >
        {m.accounts_phone_link()}
      </AppLink>
    </p>
  )
}
