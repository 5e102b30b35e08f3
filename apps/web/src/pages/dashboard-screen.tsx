import { useOpenItem, ViewerHost } from '../features/viewer/index.ts'
import { DashboardPage } from './dashboard.tsx'

/** The dashboard within the router: with the viewer, whose open item stands in the address. */
export function DashboardScreen() {
  return <DashboardPage onOpen={useOpenItem()} viewer={<ViewerHost />} />
}
