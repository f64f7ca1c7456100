import { AppError } from "@/lib/kernel/errors";

export const noSuchContact = () => new AppError("customer_not_found", "No contact has this userId. Create it with PUT first.");
