import { ChevronRight } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/use-session.ts'
import { AppLink } from '../../ui/index.ts'
import { Section } from './section.tsx'
import { classes } from '../../lib/classes.ts'
import styles from './settings.module.css'

const LINKS = [
  { href: '/crews', label: m.crews_title },
  { href: '/community', label: m.shell_community },
  { href: '/connect', label: m.shell_connect },
  { href: '/share-content', label: m.shell_share_content },
  { href: '/terms', label: m.legal_terms },
  { href: '/privacy', label: m.legal_privacy },
  { href: '/about/data', label: m.open_data_title },
] as const

const FOR_ADMINS = [
  { href: '/admin', label: m.moderation_title },
  { href: '/admin/health', label: m.system_title },
] as const

/** Links to screens that aren't in the main navigation (G-18). */
export function OtherScreensSection() {
  const { user } = useSession()
  const links = user?.is_admin ? [...FOR_ADMINS, ...LINKS] : LINKS
  return (
    <Section id="more" title={m.settings_pages()}>
      <ul>
        {links.map(({ href, label }) => (
          <li key={href}>
            <AppLink href={href} className={classes(styles.row, styles.link)}>
              <span className={styles.info}>{label()}</span>
              <ChevronRight size={20} aria-hidden="true" />
            </AppLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}
