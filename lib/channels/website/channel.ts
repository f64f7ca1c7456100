/** The visitors' browsers call the endpoints of this folder, and read from the chat what agents write. */
export const website = { inbound: null, deliver: null, fileProblem: null, sendReceipt: null };
