export { receiveWhatsApp as POST, verifyWhatsApp as GET } from "@/lib/http/whatsapp-webhook";
