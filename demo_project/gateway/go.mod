module example.org/windrose/gateway

go 1.19
