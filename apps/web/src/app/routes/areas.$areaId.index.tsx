import { createFileRoute, useParams } from '@tanstack/react-router'
import { AreaScreen } from '../../features/stewards/index.ts'
import { m } from '../../i18n/messages.ts'
import { useSignInAgain } from '../use-sign-in-again.ts'

function AreaPage() {
  const { areaId } = useParams({ from: '/areas/$areaId/' })
  useSignInAgain()
  return <AreaScreen key={areaId} areaId={areaId} />
}

export const Route = createFileRoute('/areas/$areaId/')({
  component: AreaPage,
  staticData: { title: m.stewards_area, shell: 'dock' },
})
