import { createFileRoute, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { AreaScreen } from '../../features/stewards/index.ts'
import { go } from '../../lib/navigation.ts'
import { session } from '../../lib/session.ts'
import { m } from '../../i18n/messages.ts'

function AreaPage() {
  const { areaId } = useParams({ from: '/areas/$areaId/' })
  // Visitors can see this screen too. If the session ends, a steward signs in again and returns to their text. (A hook
  // shared with the spot page would add a file to that page's first load.)
  useEffect(
    () =>
      session.onEvent((event) => {
        const next = encodeURIComponent(location.pathname + location.search)
        if (event === 'signed_out') go(`/auth?next=${next}`, { replace: true })
      }),
    [],
  )
  return <AreaScreen key={areaId} areaId={areaId} />
}

export const Route = createFileRoute('/areas/$areaId/')({
  component: AreaPage,
  staticData: { title: m.stewards_area, shell: 'dock' },
})
