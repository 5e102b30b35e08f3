/** Whether an admin must prove a second factor before this session has admin rights, as `ADMIN_FACTORS` requires. */
export const needsAdminFactor = (
  { is_admin, aal }: { is_admin: boolean; aal: number },
  adminFactors: boolean,
): boolean => adminFactors && is_admin && aal < 2
