import { AppError } from "@/lib/kernel/errors";

// 404, not 403: a stranger must not learn that this contact exists.
export const noContactWithId = () => new AppError("not_found", "There is no such contact. It may have been deleted.");

export const noSuchContact = () => new AppError("customer_not_found", "No contact has this userId. Create it with PUT first.");
