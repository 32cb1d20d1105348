import { createApp } from "vue";
import "wazaba/element";
import App from "./App.vue";

createApp(App).mount("#root");
