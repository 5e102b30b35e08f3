import type { Profile } from '@nollie/contract'
import { Ban, Eye, EyeOff, Flag, Share2 } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { getName } from '../../lib/text/person-name.ts'
import { Menu, MenuItem } from '../../ui/index.ts'
import { BlockDialog } from '../blocks/index.ts'
import { useMute } from '../mutes/index.ts'
import { ReportDialog } from '../reports/index.ts'
import { sharePerson } from './share-person.ts'

/** The menu for another person: share their page, mute, block, or report them. */
export function PersonMenu({ profile }: { profile: Profile }) {
  const [asking, setAsking] = useState(false)
  const [reporting, setReporting] = useState(false)
  const { mute, unmute } = useMute()
  const person = { user_id: profile.user_id, name: getName(profile) }
  return (
    <>
      <Menu label={m.profiles_menu({ name: person.name })}>
        <MenuItem icon={<Share2 aria-hidden="true" />} onSelect={() => void sharePerson(profile)}>
          {m.profiles_share()}
        </MenuItem>
        <MenuItem icon={<Flag aria-hidden="true" />} onSelect={() => setReporting(true)}>
          {m.people_report()}
        </MenuItem>
        {profile.muted ? (
          <MenuItem icon={<Eye aria-hidden="true" />} onSelect={() => void unmute(person)}>
            {m.mutes_unmute()}
          </MenuItem>
        ) : (
          <MenuItem icon={<EyeOff aria-hidden="true" />} onSelect={() => void mute(person)}>
            {m.mutes_mute()}
          </MenuItem>
        )}
        <MenuItem icon={<Ban aria-hidden="true" />} tone="danger" onSelect={() => setAsking(true)}>
          {m.blocks_block()}
        </MenuItem>
      </Menu>
      <BlockDialog person={profile} open={asking} onOpenChange={setAsking} />
      {reporting && (
        <ReportDialog subject={{ kind: 'user', id: profile.user_id }} onClose={() => setReporting(false)} />
      )}
    </>
  )
}
