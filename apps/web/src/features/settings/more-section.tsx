import { ChevronRight } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/session.ts'
import { AppLink } from '../../ui/index.ts'
import { Section } from './section.tsx'

const LINKS = [
  { href: '/community', label: m.shell_community },
  { href: '/connect', label: m.shell_connect },
  { href: '/share-content', label: m.shell_share_content },
  { href: '/terms', label: m.legal_terms },
  { href: '/privacy', label: m.legal_privacy },
] as const

/** Ways to screens that stand in no bar (G-18). */
export function MoreSection() {
  const { user } = useSession()
  const links = user?.is_admin ? [{ href: '/admin', label: m.moderation_title }, ...LINKS] : LINKS
  return (
    <Section id="more" title={m.settings_more()}>
      <ul>
        {links.map(({ href, label }) => (
          <li key={href}>
            <AppLink href={href} className="settings-row settings-link">
              <span className="settings-info">{label()}</span>
              <ChevronRight size={20} aria-hidden="true" />
            </AppLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}
