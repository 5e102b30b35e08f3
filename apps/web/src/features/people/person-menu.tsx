import type { Profile } from '@nollie/contract'
import { Ban, Flag, Share2 } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { nameOf } from '../../lib/names.ts'
import { Menu, MenuItem } from '../../ui/index.ts'
import { BlockDialog } from '../blocks/index.ts'
import { ReportDialog } from '../reports/index.ts'
import { sharePerson } from './share-person.ts'

/** What one may do about another person: pass their page on, block them, report them. */
export function PersonMenu({ profile }: { profile: Profile }) {
  const [asking, setAsking] = useState(false)
  const [reporting, setReporting] = useState(false)
  return (
    <>
      <Menu label={m.people_menu({ name: nameOf(profile) })}>
        <MenuItem icon={<Share2 aria-hidden="true" />} onSelect={() => void sharePerson(profile)}>
          {m.people_share()}
        </MenuItem>
        <MenuItem icon={<Flag aria-hidden="true" />} onSelect={() => setReporting(true)}>
          {m.people_report()}
        </MenuItem>
        <MenuItem icon={<Ban aria-hidden="true" />} tone="danger" onSelect={() => setAsking(true)}>
          {m.people_block()}
        </MenuItem>
      </Menu>
      <BlockDialog person={profile} open={asking} onOpenChange={setAsking} />
      {reporting && (
        <ReportDialog subject={{ kind: 'user', id: profile.user_id }} onClose={() => setReporting(false)} />
      )}
    </>
  )
}
