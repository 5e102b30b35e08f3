/** Whether `ADMIN_FACTORS` requires that an admin prove a second factor before this session has admin rights. */
export function needsAdminFactor(
  { is_admin, aal }: { is_admin: boolean; aal: number },
  adminFactors: boolean,
): boolean {
  return adminFactors && is_admin && aal < 2
}
