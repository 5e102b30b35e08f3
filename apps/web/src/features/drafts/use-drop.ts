import { LIMITS } from '@nollie/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { getMessage } from '../../lib/api.ts'
import { go } from '../../lib/navigation.ts'
import { isReachable } from '../../lib/outbox/send-or-queue.ts'
import { toast } from '../../ui/index.ts'
import { checkFile, type GoodFile, refusalText } from '../media/index.ts'
import { type LocationRecord, positionNow } from '../places/index.ts'
import { draftsQuery } from './draft-requests.ts'
import { storeDrop } from './store-drop.ts'

function seeDrafts() {
  return { label: m.drafts_view(), run: () => go('/profile?tab=drafts') }
}

/** Shows a toast saying that the draft was saved. */
export function showSaved() {
  return toast({
    kind: 'success',
    title: m.drafts_saved(),
    description: isReachable() ? m.drafts_saved_text() : m.drafts_saved_offline(),
    action: seeDrafts(),
  })
}

/** Shows a toast saying that the draft was saved without a location. */
export function showPlaceless() {
  return toast({
    kind: 'info',
    title: m.drafts_saved(),
    description: m.drafts_saved_no_location(),
    action: seeDrafts(),
  })
}

function showFailed(description: string) {
  return toast({ kind: 'error', title: m.drafts_quick_save_failed(), description })
}

// Returns the supported files. A toast explains why the others were refused.
async function selectGood(files: readonly File[]): Promise<GoodFile[]> {
  const good: GoodFile[] = []
  for (const file of files) {
    const check = await checkFile(file)
    if ('refused' in check) showFailed(refusalText(check.refused))
    else good.push(check)
  }
  if (good.length > LIMITS.files_per_post) showFailed(refusalText('too_many'))
  return good.slice(0, LIMITS.files_per_post)
}

/** Stores files as a draft along with the device's position. `locate` starts looking for that position. */
export function useDrop() {
  const client = useQueryClient()
  const here = useRef<Promise<LocationRecord | null> | null>(null)
  const [running, setRunning] = useState(0)
  const locate = () => {
    here.current = positionNow()
  }
  const store = async (files: readonly GoodFile[]): Promise<void> => {
    setRunning((count) => count + 1)
    try {
      const position = await storeDrop({ files, here: here.current ?? positionNow(), onStored: showSaved })
      if (!position) showPlaceless()
      void client.invalidateQueries({ queryKey: draftsQuery.queryKey })
    } catch (error) {
      showFailed(getMessage(error, m.drafts_try_again()))
    } finally {
      setRunning((count) => count - 1)
    }
  }
  const drop = (files: Iterable<File>) => {
    void selectGood([...files]).then((good) => (good.length > 0 ? store(good) : undefined))
  }
  return { busy: running > 0, locate, drop }
}
